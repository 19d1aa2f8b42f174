import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { ListStore } from './ListStore'

/** Fetches the name of a refused list's department, and sets it. */
export async function nameDepartment(api: Api, list: ListStore): Promise<void> {
  const { space, id } = list.at
  if (space !== 'dept') return
  const answer = await answerOrNull(api.call('GET /departments/info', { department_id: id }, { quiet: true }))
  if (answer) list.setName(answer.department.name)
}
