import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/Button'
import { ProgressBar } from '@/components/ui/ProgressBar'
import { Sheet } from '@/components/sheets/Sheet'
import { SheetHead } from '@/components/sheets/SheetHead'
import { Tile } from '@/components/ui/Tile'
import { useWords } from '@/components/ui/context'
import type { Item } from '@/contract/entities'
import { formatSize } from '@/domain/format/size'
import { tileOf } from '@/domain/items/tiles'
import { wordSize } from '@/i18n/format'
import type { FileTarget, Outgoing } from '@/platform/Platform'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { download } from '@/stores/downloads/download'
import { OutgoingFile } from '@/stores/downloads/OutgoingFile'
import { useApp } from '../app/AppContext'
import { wordMessage } from '../app/wording'
import { thumbnailOf } from './thumbnailOf'
import type { AppServices } from '@/stores/app/AppServices'
import './OutgoingSheet.scss'

interface Props {
  item: Item
  overlays: OverlayStore
}

/** Sends a file to a chat, to the phone's album or to another app; closing cancels that. */
export function OutgoingSheet(props: Props) {
  const outgoing = outgoingOf(useApp())
  return outgoing ? <Leaving {...props} outgoing={outgoing} /> : null
}

const Leaving = observer(function Leaving({ item, overlays, outgoing }: Props & { outgoing: Outgoing }) {
  const app = useApp()
  const t = useWords()
  const { api, feedback } = app
  const [way] = useState(() => overlays.companionsOf('outgoing').way as FileTarget)
  const [file] = useState(() => new OutgoingFile({ api, feedback, outgoing }, item, way))
  const { state } = file
  useEffect(() => {
    void file.start()
    return () => file.stop()
  }, [file])
  const hasEnded = state.phase === 'ended'
  useEffect(() => {
    if (hasEnded) void overlays.close('outgoing')
  }, [hasEnded, overlays])

  const close = () => void overlays.close('outgoing')

  function save() {
    void download(app, item)
    close()
  }

  return (
    <Sheet label={item.name} onClose={close}>
      <SheetHead
        picture={<Tile {...tileOf(item)} thumbnail={thumbnailOf(app, item)} />}
        title={item.name}
        text={item.type === 'file' ? wordSize(formatSize(item.size)) : undefined}
      />
      <View className="outgoing">
        {state.phase === 'fetching' && (
          <>
            <View className="outgoing-text">{t('outgoing.fetching', { n: Math.round(state.percent) })}</View>
            <ProgressBar percent={state.percent} />
            <Button tone="weak" label={t('action.cancel')} onPress={close} />
          </>
        )}
        {state.phase === 'ready' && <Button label={t('outgoing.send')} onPress={() => void file.handOver()} />}
        {state.phase === 'denied' && (
          <>
            <View className="outgoing-text">{t('outgoing.denied')}</View>
            <Button label={t('outgoing.settings')} onPress={() => void file.openSettings()} />
          </>
        )}
        {state.phase === 'failed' && (
          <>
            <View className="outgoing-text">{wordMessage(state.message, t)}</View>
            {state.isFinal ? null : <Button label={t('action.retry')} onPress={() => void file.retry()} />}
            {way === 'app' ? (
              <Button tone={state.isFinal ? 'primary' : 'weak'} label={t('menu.download')} onPress={save} />
            ) : null}
          </>
        )}
      </View>
    </Sheet>
  )
})

/** The phone's way to send files out of the app; undefined until it is loaded. */
export function outgoingOf({ platform, lazy }: Pick<AppServices, 'platform' | 'lazy'>): Outgoing | undefined {
  return platform.outgoing ?? lazy.outgoing
}
