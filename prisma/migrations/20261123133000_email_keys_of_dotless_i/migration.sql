-- Full case folding leaves ı as it is (CaseFolding.txt C+F), where keys of emails had an i. No two keys
-- become the same by it: none of them has had an ı. What folding makes two or three letters of is
-- lengthened first, so that letters and key stand side by side.
WITH "lengthened" AS (
  SELECT "id",
    regexp_replace(
      regexp_replace(
        normalize("email", NFC),
        '([\u00df\u0130\u0149\u0587\u1e9a\u1e9e\u1f80-\u1faf\u1fb2-\u1fb4\u1fb7\u1fbc\u1fc2-\u1fc4\u1fc7\u1fcc\u1ff2-\u1ff4\u1ff7\u1ffc\ufb00-\ufb02\ufb05\ufb06\ufb13-\ufb17])',
        '\1\1', 'g'),
      '([\ufb03\ufb04])', '\1\1\1', 'g') AS "letters"
  FROM "accounts"
  WHERE "email" LIKE '%ı%'
)
UPDATE "accounts" SET "email_key" = (
  SELECT string_agg(CASE "letter" WHEN 'ı' THEN 'ı' ELSE "folded" END, '' ORDER BY "place")
  FROM ROWS FROM (
    string_to_table("letters", NULL), string_to_table("email_key", NULL)
  ) WITH ORDINALITY AS "pair" ("letter", "folded", "place")
)
FROM "lengthened"
WHERE "accounts"."id" = "lengthened"."id"
  AND char_length("letters") = char_length("email_key");
