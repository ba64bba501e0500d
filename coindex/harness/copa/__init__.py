"""Choice of Plausible Alternatives (COPA): questions, official choice files, the paired test, the paper's baselines."""
