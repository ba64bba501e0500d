"""WinoFlexi: a web application in which a crowd writes and reviews Winograd schemas.

After N. Isaak and L. Michael, *WinoFlexi: A Crowdsourcing Platform for the Development of Winograd Schemas* (2019). A
Django project with one app. docs/winoflexi.md tells administrators how to run it.
"""
