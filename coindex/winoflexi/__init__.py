"""WinoFlexi: a web application in which a crowd writes and reviews Winograd schemas.

After N. Isaak and L. Michael, *WinoFlexi: A Crowdsourcing Platform for the Development of Winograd Schemas* (2019). A
Django project and its only app. docs/winoflexi.md is for whoever runs it.
"""
