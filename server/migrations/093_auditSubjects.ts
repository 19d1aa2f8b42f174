/**
 * An entry of the audit log stores the name that the person or group of its details had at the time of the act. Earlier entries have only the id.
 * The root of a department's space is stored under the department's name.
 */
export const auditSubjects = `
alter table audit_log
  add column subject_name text,
  -- Decides which administrators may read the name.
  add column subject_enterprise_id bigint;

create function name_audit_subject() returns trigger language plpgsql as $$
begin
  if new.detail ? 'user_id' then
    select name, enterprise_id into new.subject_name, new.subject_enterprise_id
    from users where id = (new.detail ->> 'user_id')::bigint;
  elsif new.detail ? 'group_id' then
    select coalesce(departments.name, groups.name), groups.enterprise_id into new.subject_name, new.subject_enterprise_id
    from groups left join departments on departments.id = groups.department_id
    where groups.id = (new.detail ->> 'group_id')::bigint;
  end if;
  if new.item_name = '' then
    new.item_name := coalesce((
      select departments.name from items join departments on departments.id = items.department_id where items.id = new.item_id), '');
  end if;
  return new;
end $$;
create trigger audit_log_named before insert on audit_log for each row execute function name_audit_subject();
`
