import { observer } from 'mobx-react'
import { Image, Text, View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { Empty } from '@/components/frame/Empty'
import { useWords } from '@/components/ui/context'
import type { KeptFile } from '@/domain/offline/kept'
import { TEXT_MOST, viewOf } from '@/domain/offline/viewOf'
import { DocumentRefused, type OpenedBytes } from '@/platform/Platform'
import { useApp } from '@/screens/app/AppContext'
import { VideoPlayer } from '@/screens/previews/players/VideoPlayer'
import * as styles from './styles'

/** What is shown: `lost`, the bytes are gone; `failed`, the phone cannot show them. */
type Shown = { text: string } | { opened: OpenedBytes } | 'loading' | 'lost' | 'failed'

/** A file on the phone: pictures, texts, sounds and videos here, other files in the phone's own viewer or the browser. */
export const KeptFileView = observer(function KeptFileView({ file }: { file: KeptFile }) {
  const { offline } = useApp().lazy
  const t = useWords<'offline'>()
  const { view } = viewOf(file.extension)
  const [shown, setShown] = useState<Shown>('loading')
  useEffect(() => {
    let isOver = false
    let release = () => {}
    const load = async (): Promise<Shown> => {
      if (view === 'text') {
        const text = await offline?.text(file)
        return text === undefined || text === null ? 'lost' : { text }
      }
      const opened = await offline?.open(file)
      if (opened && isOver) opened.release()
      else if (opened) release = opened.release
      return opened ? { opened } : 'lost'
    }
    void load()
      .catch((): Shown => 'failed')
      .then((found) => {
        if (!isOver) setShown(found)
      })
    return () => {
      isOver = true
      release()
    }
    // The parent makes another view for another file or version.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  if (shown === 'loading') return null
  if (typeof shown === 'string') return <View style={styles.note}>{t(`kept.${shown}`)}</View>
  if ('text' in shown)
    return (
      <>
        {file.size > TEXT_MOST ? <View style={styles.note}>{t('kept.cut')}</View> : null}
        <Text className="offline-text" style={styles.text} selectable userSelect>
          {shown.text}
        </Text>
      </>
    )
  const { opened } = shown
  const fail = () => setShown('failed')
  if (view === 'picture')
    return (
      <Image className="offline-picture" style={styles.whole} src={opened.address} mode="aspectFit" onError={fail} />
    )
  if (view === 'media') return <Player address={opened.address} name={file.name} onFailed={fail} />
  const open = () =>
    void offline?.handOver(opened, file).catch((error: unknown) => {
      if (!(error instanceof DocumentRefused)) throw error
      fail()
    })
  return <Empty icon="file" title={file.name} text={t('kept.outside')} action={t('kept.open')} onAction={open} />
})

function Player(props: { address: string; name: string; onFailed(): void }) {
  const ignore = () => {}
  return (
    <VideoPlayer
      {...props}
      style={styles.whole}
      attempt={0}
      isContinued={false}
      poster=""
      start={0}
      onShown={ignore}
      onPlaying={ignore}
      onTime={ignore}
    />
  )
}
