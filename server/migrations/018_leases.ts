/** What a running process owns outside the database, such as half-written files, is its own until its lease ends. */
export const leases = `
create table leases (
  holder text primary key,
  expires_at timestamptz not null
);
`
