-- This text wrote no revisions. Nodes read the table for seconds only.
DROP FUNCTION "write_principal_change"() CASCADE;
DROP TABLE "principal_changes";
