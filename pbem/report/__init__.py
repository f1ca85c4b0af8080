"""Turn reports: events become data (summary), data become text or pages (render)."""
