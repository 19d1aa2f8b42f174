/** Pictures of enterprises, as the server drew them anew; `enterprises.logo_key` and `logo_dark_key` name the two that are shown. */
export const logos = `
create table enterprise_logos (
  key text collate "C" primary key,
  enterprise_id bigint not null references enterprises on delete cascade,
  media_type text not null check (media_type in ('image/jpeg', 'image/png')),
  body bytea not null check (octet_length(body) <= 524288)
);
create index enterprise_logos_enterprise on enterprise_logos (enterprise_id);
`
