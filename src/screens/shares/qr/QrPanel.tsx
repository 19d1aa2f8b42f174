import { observer } from 'mobx-react'
import { Image, View } from '@tarojs/components'
import { useMemo, useState } from 'react'
import { Button } from '@/components/ui/Button'
import { Header } from '@/components/frame/Header'
import { Tile } from '@/components/ui/Tile'
import { useModal } from '@/components/sheets/useModal'
import { Switch } from '@/components/fields/Switch'
import { NEVER_EXPIRES } from '@/domain/limits'
import { linkAddress } from '@/domain/shares/linkState'
import { loadLinksWords } from '@/i18n/shares/links/load'
import type { Words } from '@/i18n/words'
import type { Pictures } from '@/platform/Platform'
import { useApp } from '@/screens/app/AppContext'
import { usePackageWords } from '@/screens/app/usePackageWords'
import type { AppServices } from '@/stores/app/AppServices'
import { OutgoingPicture } from '@/stores/shares/OutgoingPicture'
import { drawPoster, posterSize, type Poster } from './drawPoster'
import { QrCode } from './QrCode'
import { qrMatrix } from './qrMatrix'
import { nameOf, wordDate, linkTile } from '../links/wordLink'
import type { ShareLink } from '@/contract/shares/shares'
import '../shares.scss'
import './qr.scss'

export interface QrPanelProps {
  link: Pick<ShareLink, 'url' | 'item' | 'owner' | 'due_time' | 'password'>
  onClose(): void
}

/** A card with a link's QR code, to show, save and send (AH-15). The password is printed only if the user wants that. */
export default observer(function QrPanel({ link, onClose }: QrPanelProps) {
  const app = useApp()
  const t = usePackageWords(loadLinksWords)
  const { pictures } = app.lazy
  const [printsPassword, printPassword] = useState(false)
  const [held, hold] = useState<string | null>(null)
  const address = linkAddress(link, app.sessionContext.baseUrl)
  const code = useMemo(() => qrMatrix(address), [address])
  const poster: Poster = {
    ...posterWords(app, link, printsPassword, t),
    tile: linkTile(link),
    code,
  }
  const ref = useModal(onClose)
  return (
    <View ref={ref} className="qr" role="dialog" aria-modal aria-label={t('links.qr.title')}>
      <Header title={t('links.qr.title')} onBack={onClose} />
      <View className="qr-body">
        {held === null ? (
          <View className="qr-card">
            <View className="qr-head">
              <Tile {...poster.tile} />
              <View className="qr-texts">
                <View className="qr-name">{poster.name}</View>
                <View className="qr-from">{poster.from}</View>
              </View>
            </View>
            <QrCode code={code} label={t('links.qr.label', { name: poster.name })} />
            {poster.password ? <View className="qr-password">{poster.password}</View> : null}
            <View className="qr-note">{poster.note}</View>
          </View>
        ) : (
          <>
            <Image
              className="qr-picture"
              src={held}
              mode="widthFix"
              aria-label={t('links.qr.label', { name: poster.name })}
            />
            <View className="qr-hold" role="status">
              {t('links.qr.hold')}
            </View>
          </>
        )}
        {link.password && held === null ? (
          <View className="qr-choice">
            <View className="qr-choice-label" aria-hidden>
              {t('links.qr.printPassword')}
            </View>
            <Switch label={t('links.qr.printPassword')} isOn={printsPassword} onSwitch={printPassword} />
          </View>
        ) : null}
      </View>
      {pictures && held === null ? <Buttons poster={poster} pictures={pictures} t={t} onHold={hold} /> : null}
    </View>
  )
})

interface ButtonsProps {
  poster: Poster
  pictures: Pictures
  t: Words<'links'>
  /** The user must press the picture for long. */
  onHold(picture: string): void
}

const Buttons = observer(function Buttons({ poster, pictures, t, onHold }: ButtonsProps) {
  const { api, feedback, platform } = useApp()
  const [outgoing] = useState(() => new OutgoingPicture({ api, feedback, pictures, outgoing: platform.outgoing }))
  // The words may load after the first rendering.
  const name = t('links.qr.fileName', { name: poster.name })

  /** Within the tap: draws at once. */
  function drawn(send: (picture: string) => Promise<void>) {
    const picture = pictures.draw(posterSize, (brush) => drawPoster(brush, poster))
    if (picture === null) feedback.toast({ key: 'link.pictureNone' })
    else void send(picture).then(() => outgoing.phase === 'hold' && onHold(picture))
  }

  return (
    <View className="qr-foot">
      {outgoing.phase === 'denied' ? (
        <>
          <View className="qr-denied" role="alert">
            {t('outgoing.denied')}
          </View>
          <View className="qr-buttons">
            <Button
              label={t('outgoing.settings')}
              onPress={() => drawn((picture) => outgoing.openSettings(picture, name))}
            />
          </View>
        </>
      ) : (
        <View className="qr-buttons">
          <Button
            tone={outgoing.canSend ? 'weak' : 'primary'}
            label={t('links.qr.save')}
            onPress={() => drawn((picture) => outgoing.save(picture, name))}
          />
          {outgoing.canSend ? (
            <Button label={t('links.qr.send')} onPress={() => drawn((picture) => outgoing.send(picture, name))} />
          ) : null}
        </View>
      )}
    </View>
  )
})

function posterWords(
  app: AppServices,
  link: QrPanelProps['link'],
  printsPassword: boolean,
  t: Words<'links'>,
): Omit<Poster, 'tile' | 'code'> {
  const { due_time: due, owner, password } = link
  const organisation = app.session.enterprise?.name
  const until = due === NEVER_EXPIRES ? '' : t('links.qr.until', { date: wordDate(app, due, t) })
  return {
    name: nameOf(link, t),
    from: organisation ? t('links.qr.from', { name: owner.name, organisation }) : owner.name,
    note: [t('links.qr.scan'), until].filter(Boolean).join(' · '),
    ...(printsPassword && password && { password: t('links.password', { password }) }),
  }
}
