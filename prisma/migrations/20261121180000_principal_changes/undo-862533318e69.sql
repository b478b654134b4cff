-- This text sent notifications instead of writing a table.
DROP FUNCTION "tell_principal_changes"() CASCADE;
