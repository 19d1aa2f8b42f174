import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'

const states = ['missing', 'done'] as const

/** The first names on the list of a collecting link: up to 100 people who have handed in nothing, and up to 100 who have. */
export async function listedNames(api: Api, linkId: number): Promise<string[]> {
  const answers = await Promise.all(
    states.map((state) =>
      answerOrNull(
        api.call('GET /apps/collects/people', { collect_id: linkId, state, offset: 0 }, { handledCodes: 'all' }),
      ),
    ),
  )
  return answers.flatMap((answer) => answer?.people ?? []).flatMap((person) => (person.is_listed ? person.name : []))
}
