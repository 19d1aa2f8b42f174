/** The last import of people per organisation. Its lines wait for the confirmation. The log of changes is the audit log. */
export const imports = `
create table imports (
  enterprise_id bigint primary key references enterprises on delete cascade,
  -- Another file gets another id.
  id bigint generated always as identity unique,
  user_id bigint references users on delete set null,
  -- When the file was read.
  at timestamptz not null,
  state text not null check (state in ('checked', 'running', 'done')),
  file_name text not null,
  creates_missing boolean not null,
  -- What the lines say about people; null after the import.
  lines jsonb,
  report jsonb not null,
  -- People written so far, and when that was last counted: an import that counts no longer was interrupted.
  written integer not null default 0,
  counted_at timestamptz not null,
  -- The new people, who get one-time links.
  created_ids bigint[] not null default '{}'
);
`
