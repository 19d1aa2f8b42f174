/** Recovery codes (AH-55): each stands once for the code of the authenticator app. A used code is deleted. */
export const recoveryCodes = `
create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  -- A keyed hash: the key is not in the database.
  code_hash text not null,
  primary key (user_id, code_hash)
);
`
