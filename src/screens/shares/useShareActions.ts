import { useState } from 'react'
import { useWords } from '@/components/ui/context'
import type { SessionContext } from '@/api/SessionContext'
import type { ShareLink } from '@/contract/shares/shares'
import { linkAddress } from '@/domain/shares/linkState'
import type { Words } from '@/i18n/words'
import { useApp } from '@/screens/app/AppContext'
import { outcomeOf } from '@/stores/shares/copyAs'
import { linkChangesOf } from '@/stores/shares/LinkChanges'
import type { ShareDraft, ShareFailure } from '@/stores/shares/ShareDraft'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { copyLater, offerText } from './handOver'

/** The actions of the popup. */
export interface ShareActions {
  make(): Promise<void>
  /** Within the tap: makes the link and copies it when it is made (AH-08). */
  makeAndCopy(): void
  /** Copies the made link; within the tap. */
  copyLink(): void
  copyInside(): void
  choosePeople(): void
  /** Makes the link where necessary, and offers it to other apps; absent where the phone cannot. */
  offer?(): Promise<void>
}

/** No link was made, so there is nothing to copy. The user was already shown why. */
class NothingMade extends Error {}

/** The text that passes a link on: name, address and password, if any. */
function textOf(link: ShareLink, { baseUrl }: Pick<SessionContext, 'baseUrl'>, t: Words<'share'>): string {
  const { item, password_protected: isProtected, password } = link
  const params = { name: item.name, url: linkAddress(link, baseUrl), password }
  return t(isProtected ? 'share.made.textPassword' : 'share.made.text', params)
}

/** The actions of the popup, and the text to copy by hand where copying failed. */
export function useShareActions(draft: ShareDraft, overlays: OverlayStore): ShareActions & { byHand: string } {
  const app = useApp()
  const t = useWords<'share'>()
  const [byHand, setByHand] = useState('')
  const { feedback, platform, sessionContext } = app

  const say = (text: string) => feedback.toast({ text })

  function told(made: ShareLink | ShareFailure): ShareLink | null {
    if (typeof made === 'object') return made
    if (made === 'nobody') say(t('share.fault.share_receivers_missing'))
    if (made === 'invalid') say(t('file.share.shareFieldErrorTips'))
    return null
  }

  async function make(): Promise<ShareLink | null> {
    const link = told(await draft.make())
    if (link) linkChangesOf(app).announceMade(link)
    return link
  }

  async function copied(text: string, copying: Promise<void>, success: string): Promise<void> {
    const outcome = await outcomeOf(app, copying)
    if (outcome === 'copied') {
      if (!platform.can.announcesCopy) say(success)
    } else if (outcome === 'failed') {
      setByHand(text)
      overlays.show('sharelink')
    } else feedback.toast({ key: outcome === 'refused' ? 'share.refused' : 'privacy.undeclared' })
  }

  async function makeAndCopy(): Promise<void> {
    const text = make().then((link) => {
      if (!link) throw new NothingMade()
      return { words: textOf(link, sessionContext, t), isProtected: link.password_protected }
    })
    const copying = copyLater(
      platform,
      text.then(({ words }) => words),
    )
    // Both are awaited below.
    copying.catch(() => undefined)
    try {
      const { words, isProtected } = await text
      await copied(words, copying, t(isProtected ? 'share.copiedBoth' : 'share.copied'))
    } catch (error) {
      if (!(error instanceof NothingMade)) throw error
    }
  }

  async function offer(give: NonNullable<typeof offerText>): Promise<void> {
    const link = draft.link ?? (await make())
    if (!link) return
    const outcome = await give({ title: link.item.name, text: textOf(link, sessionContext, t) })
    if (outcome === 'failed') say(t('share.notShared'))
  }

  return {
    byHand,
    make: async () => void (await make()),
    makeAndCopy: () => void makeAndCopy(),
    copyLink() {
      const { link } = draft
      if (!link) return
      const text = textOf(link, sessionContext, t)
      void copied(text, platform.copyText(text), t(link.password_protected ? 'share.copiedBoth' : 'share.copied'))
    },
    copyInside() {
      const text = draft.address
      void copied(text, platform.copyText(text), t('share.inside.copied'))
    },
    choosePeople: () => void platform.navigate.push({ page: 'people', choice: draft.choice }),
    offer: offerText && (() => offer(offerText!)),
  }
}
