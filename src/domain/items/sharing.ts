import { abilities, type AbilityReason, type AbilitySubject } from './abilities'

/** Why the share icon is disabled (ACT-12): for want of the right, or because sharing the item is forbidden; null when it is not. */
export function whyNotShare(subject: AbilitySubject): AbilityReason | null {
  for (const answer of [abilities.shareIcon(subject), abilities.share(subject)]) {
    if (answer !== 'yes') return answer === 'hidden' ? 'share_forbidden' : answer.no
  }
  return null
}
