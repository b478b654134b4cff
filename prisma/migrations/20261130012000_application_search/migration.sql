-- Operators search applications by the beginning of their name.
CREATE INDEX "applications_name_prefix_idx" ON "applications" (lower("name") text_pattern_ops);
