import type { EnterpriseInfo } from '@/contract/entities'

export type NavigationEntry = 'frequent' | 'departments' | 'own' | 'collab' | 'external' | 'trash'

/** Levels of the department tree that are expanded initially; deeper levels are loaded on demand (LIST-02). */
export const EXPANDED_DEPTH = 2

/** The entries of the navigation panel, in order (1§2, CTX-05). A personal-only account has no departments and no "collaborated with me". */
export function navigationEntries(
  enterprise: Pick<EnterpriseInfo, 'is_personal_user_enterprise' | 'is_personal_space_closed'>,
): NavigationEntry[] {
  const { is_personal_user_enterprise: isPersonal, is_personal_space_closed: isClosed } = enterprise
  const entries: readonly (readonly [NavigationEntry, boolean])[] = [
    ['frequent', true],
    ['departments', !isPersonal],
    ['own', !isClosed],
    ['collab', !isPersonal],
    ['external', true],
    ['trash', true],
  ]
  return entries.filter(([, isShown]) => isShown).map(([entry]) => entry)
}

/** Whether a department is expanded initially; roots have depth 1. */
export function isExpandedAtFirst(depth: number): boolean {
  return depth <= EXPANDED_DEPTH
}
