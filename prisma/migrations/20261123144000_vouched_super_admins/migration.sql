-- An operator has made each super admin, and so vouches for the address. Otherwise a reset would remove their second factors.
UPDATE "users" SET "email_verified" = true WHERE "is_super_admin" AND NOT "email_verified";
