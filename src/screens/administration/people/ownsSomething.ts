import type { PersonDetail } from '@/contract/administration/people'

/** Whether a person still owns something, which can be handed over, and has to be before deleting. */
export function ownsSomething({ belongings }: Pick<PersonDetail, 'belongings'>): boolean {
  const { items, shared_folders: folders, links, collecting_links: collecting } = belongings
  return items + folders + links + collecting > 0
}
