"""Read the files that agents work by: skills, procedures, personality."""
