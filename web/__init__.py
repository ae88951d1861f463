"""Pages, API, live updates and translations. Knows no camera and no pin."""
