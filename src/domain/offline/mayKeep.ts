import { abilities, type AbilityAnswer, type AbilitySubject } from '../items/abilities'

/**
 * Whether a user may keep an item for reading offline: the right to download it (decisions 275). The applet keeps files although it cannot download
 * by address.
 */
export function mayKeep({ item, user, context }: AbilitySubject): AbilityAnswer {
  return abilities.download({ item, user, context: { ...context, isApplet: false } })
}
