/** Versions remember what the virus scan says of their bytes, because an older version may become the current one again. */
export const scannedVersions = `
alter table versions add column scanned smallint not null default 0;

update versions set scanned = 1
from versions own join items held on held.current_version_id = own.id and held.scanned = 1
where versions.body_id = own.body_id;

create or replace function share_scan() returns trigger language plpgsql as $$
begin
  update items set scanned = new.scanned
  from versions own join versions other using (body_id)
  where own.id = new.current_version_id and items.current_version_id = other.id and items.scanned <> new.scanned;
  update versions other set scanned = new.scanned
  from versions own
  where own.id = new.current_version_id and other.body_id = own.body_id and other.scanned <> new.scanned;
  return null;
end $$;
`
