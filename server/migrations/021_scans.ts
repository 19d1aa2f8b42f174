/** What a virus scan says of a file is true of its bytes: every file whose current version has them follows when that changes. */
export const scans = `
create function share_scan() returns trigger language plpgsql as $$
begin
  update items set scanned = new.scanned
  from versions own join versions other using (body_id)
  where own.id = new.current_version_id and items.current_version_id = other.id and items.scanned <> new.scanned;
  return null;
end $$;
create trigger items_share_scan after update of scanned on items for each row
  when (pg_trigger_depth() = 0 and old.scanned <> new.scanned) execute function share_scan();

/* Copies into organisations that do not scan were not held back. */
update items set scanned = 1
from versions other join versions own using (body_id) join items held on held.current_version_id = own.id
where items.current_version_id = other.id and items.scanned = 0 and held.scanned = 1;
`
