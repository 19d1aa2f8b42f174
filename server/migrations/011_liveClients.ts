/**
 * What is told names the page whose deed it was (`in 12 by 7.k3x`), where the transaction says so (`database/transaction.ts`): that page
 * knows it already (AH-20). A transaction has one such page, so that what it tells twice is still sent once.
 */
export const liveClients = `
create function tell(what text) returns void language sql as $$
  select pg_notify('live', what || coalesce(' by ' || nullif(current_setting('satchel.client', true), ''), ''))
$$;

do $$
declare teller record;
begin
  for teller in select oid from pg_proc where proname like 'tell\\_%' and pronamespace = current_schema()::regnamespace loop
    execute replace(pg_get_functiondef(teller.oid), 'pg_notify(''live'', ', 'tell(');
  end loop;
end $$;
`
