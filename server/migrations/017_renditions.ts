/**
 * Who waits for a rendition is notified of its end: `rendition 12 pdf`. What carries a watermark is kept by the key of its actor
 * (`pdf@u17`, not `pdf@17`); jobs that were queued for such under the former key are asked for again.
 */
export const renditions = `
delete from jobs where kind in ('mark', 'draw_page', 'look_at_media', 'transform_media');
update representations set kind = regexp_replace(kind, '@(\\d+)$', '@u\\1') where kind ~ '@\\d+$';

create function notify_rendition() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', 'rendition ' || old.body_id || ' ' || old.kind);
  return null;
end $$;
create trigger renditions_ended after update of status on representations for each row
  when (new.status in ('generated', 'generating_failed') and old.status is distinct from new.status)
  execute function notify_rendition();
create trigger renditions_forgotten after delete on representations for each row execute function notify_rendition();
`
