import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { ListStore } from './ListStore'

/** Asks what the department of a refused list is called, and tells the list. */
export async function nameDepartment(api: Api, list: ListStore): Promise<void> {
  const { space, id } = list.at
  if (space !== 'dept') return
  const answer = await answerOrNull(api.call('GET /departments/info', { department_id: id }, { quiet: true }))
  if (answer) list.named(answer.department.name)
}
