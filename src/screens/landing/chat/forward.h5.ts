import { linkPath } from '@/domain/addresses'
import { linkAddress } from '@/domain/shares/linkState'
import { offerText } from '@/screens/shares/handOver'
import { copyLink } from '@/stores/shares/copyLink'
import type { Forward } from './ChatPort'
import { wordName } from '../page/wordLanding'

/** In a messenger, tells the user that its own menu forwards the page; elsewhere opens the system's sheet, or copies the address. */
export const forward: Forward = (app, process, t) => {
  const { feedback, sessionContext } = app
  if (/MicroMessenger/i.test(navigator.userAgent))
    return void feedback.confirm({ text: t('visit.chat.hint') }, { title: { text: t('visit.chat.hintTitle') } })
  const base = sessionContext.baseUrl || location.origin
  const address = linkAddress({ url: linkPath(process.share_link.unique_name) }, base)
  const name = wordName(process, t)
  const notSent = () => feedback.toast({ text: t('visit.chat.notSent') })
  if (!offerText)
    return void copyLink(
      app,
      t('visit.chat.linkText', { name, url: address }),
      { text: t('visit.chat.copied') },
      notSent,
    )
  void offerText({ title: name, text: t('visit.chat.linkText', { name, url: address }) }).then((outcome) => {
    if (outcome === 'failed') notSent()
  })
}
