import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import type { FileRequestDetails } from '@/stores/fileRequests/FileRequestDetails'
import { outcomeOf } from '@/stores/shares/copyAs'
import { copyLater } from '../shares/handOver'

/** The names did not load, which the user was shown. */
class NoNames extends Error {}

/** Copies the names of those who have not handed in, one per line, to be pasted into a chat (AH-54). Within the tap: loads them while copying. */
export function useCopyMissing(details: FileRequestDetails, overlays: OverlayStore): () => void {
  const app = useApp()
  const t = useWords<'collect'>()
  const { feedback, platform } = app

  async function copy() {
    const names = details.missingNames().then((found) => {
      if (found === null) throw new NoNames()
      return found
    })
    const copying = copyLater(
      platform,
      names.then((found) => found.join('\n')),
    )
    // Both are awaited below.
    copying.catch(() => undefined)
    try {
      const found = await names
      const outcome = await outcomeOf(app, copying)
      if (outcome === 'failed') overlays.show('sharelink', found.join('\n'))
      else if (outcome !== 'copied')
        feedback.toast({ key: outcome === 'refused' ? 'share.refused' : 'privacy.undeclared' })
      else if (!platform.can.announcesCopy) feedback.toast({ text: t('collect.missingCopied', { n: found.length }) })
    } catch (error) {
      if (!(error instanceof NoNames)) throw error
    }
  }

  return () => void copy()
}
