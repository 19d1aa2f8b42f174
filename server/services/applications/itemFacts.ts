import type { ApplicationActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import {
  departmentsOfPeople,
  namedPeople,
  type OpenFacts,
  type OpenPeople,
  type PeopleFacts,
} from '../../queries/applications/itemFacts'
import type { ViewedItem } from '../../queries/items/viewedItem'
import { childCounts } from '../items/children'

/** A few queries for any number of items. @param people the ids of further people */
export async function openFacts(
  db: Db,
  actor: ApplicationActor,
  viewed: readonly ViewedItem[],
  people: readonly number[] = [],
): Promise<OpenFacts> {
  const folders = viewed.flatMap(({ row, access }) => (row.is_folder ? access : []))
  const named = viewed.flatMap(({ row, access }) => [row.updater_id, access.space.owner.id])
  const [counts, { departments }] = await Promise.all([
    childCounts(db, actor, folders),
    peopleFacts(db, actor, [...named, ...people]),
  ])
  return { counts, departments }
}

/** The facts about people alone. */
export async function peopleFacts(db: Db, actor: ApplicationActor, people: readonly number[]): Promise<PeopleFacts> {
  const ids = [...new Set(people)]
  return { departments: await departmentsOfPeople(db, ids, actor.onBehalfOf.enterprise.id) }
}

/** People by their ids, and the facts about them. */
export async function openPeople(db: Db, actor: ApplicationActor, people: readonly number[]): Promise<OpenPeople> {
  const [named, facts] = await Promise.all([namedPeople(db, people), peopleFacts(db, actor, people)])
  return { named, ...facts }
}
