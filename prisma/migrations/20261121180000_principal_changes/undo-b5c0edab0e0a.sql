-- This text wrote the changes of a statement. Nodes read the table for seconds only.
DROP FUNCTION "write_principal_changes"() CASCADE;
DROP TABLE "principal_changes";
