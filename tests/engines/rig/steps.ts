/** Matches a text: a part of it, all of it, or a pattern. */
export type Matcher = { text: string; isExact: boolean } | { source: string; flags: string }

/** The states of a role that are asked for. */
export interface RoleState {
  expanded?: boolean
  checked?: boolean
  selected?: boolean
  pressed?: boolean
  level?: number
  hidden?: boolean
}

/** One step from elements to others, as JSON: a locator is a list of them. */
export type Step =
  | { css: string }
  | { role: string; name?: Matcher; state: RoleState }
  | { label: Matcher }
  | { text: Matcher }
  | { placeholder: Matcher }
  | { hasText: Matcher; isNot?: boolean }
  | { has: Step[]; isNot?: boolean }
  | { nth: number }
  | { or: Step[] }
  | { and: Step[] }

export function matcher(text: string | RegExp, isExact = false): Matcher {
  return typeof text === 'string' ? { text, isExact } : { source: text.source, flags: text.flags }
}

/** How a locator is named in errors. */
export function describeSteps(steps: readonly Step[]): string {
  return steps
    .map((step) =>
      JSON.stringify(step)
        .replace(/^\{|\}$/g, '')
        .replaceAll('"', ''),
    )
    .join(' › ')
}
