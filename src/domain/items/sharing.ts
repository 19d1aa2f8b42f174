import { abilities, type AbilityReason, type AbilitySubject } from './abilities'

/** Why the share icon is disabled (ACT-12): the user lacks the right, or sharing the item is forbidden; null if it is enabled. */
export function whyNotShare(subject: AbilitySubject): AbilityReason | null {
  for (const answer of [abilities.shareIcon(subject), abilities.share(subject)]) {
    if (answer !== 'yes') return answer === 'hidden' ? 'share_forbidden' : answer.no
  }
  return null
}
