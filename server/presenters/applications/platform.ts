import type { CustomUser } from '@/contract/applications/platform'
import type { NamedManager } from '../../queries/applications/customIds'
import { secondsOf } from '../../time/clock'

/** A person with the names of an outer system. */
export function presentCustomUser({ row, customId, departments }: NamedManager): CustomUser {
  const { last_sign_in_at: last } = row
  return {
    id: row.id,
    name: row.name,
    custom_id: customId,
    platform_user_id: null,
    email: row.email === '' ? null : row.email,
    phone: row.phone === '' ? null : row.phone,
    active: row.is_active,
    login_disabled: !row.is_active,
    created: secondsOf(row.created_at),
    last_login_time: last && secondsOf(last),
    department_ids: departments.map(({ id, name, customId: custom }) => ({
      department_id: id,
      custom_department_id: custom,
      name,
    })),
  }
}
