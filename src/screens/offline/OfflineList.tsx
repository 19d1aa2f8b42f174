import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Empty } from '@/components/frame/Empty'
import { Row } from '@/components/rows/Row'
import { ProgressBar } from '@/components/ui/ProgressBar'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import { formatSize } from '@/domain/format/size'
import { bytesOf, stateOf, type KeptItem } from '@/domain/offline/kept'
import { wordSize } from '@/i18n/format'
import { useApp } from '@/screens/app/AppContext'
import { wordAgo } from '@/screens/app/wording'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { openKept } from './openKept'
import * as styles from './styles'
import { WaitingList } from './WaitingList'

interface Props {
  overlays: OverlayStore
}

/** What waits for the network, what is kept with its state, and the room on the phone. */
export const OfflineList = observer(function OfflineList({ overlays }: Props) {
  const app = useApp()
  const t = useWords<'offline'>()
  const { feedback, lazy } = app
  const { offline, waitingNames } = lazy
  const items = offline?.items ?? []

  /** The item under the name that waits for it. */
  function renamed(item: KeptItem): KeptItem {
    return { ...item, name: waitingNames?.nameOf(item.typedId) ?? item.name }
  }

  async function remove({ typedId, name }: KeptItem) {
    const title = { text: t('kept.removeTitle', { name }) }
    const words = { title, confirm: { key: 'menu.dropOffline' }, isDanger: true } as const
    if (await feedback.confirm({ text: t('kept.removeText') }, words)) await offline?.drop(typedId)
  }

  async function removeAll() {
    const title = { text: t('kept.removeAllTitle') }
    const words = { title, confirm: { key: 'menu.dropOffline' }, isDanger: true } as const
    if (await feedback.confirm({ text: t('kept.removeText') }, words)) await offline?.dropAll()
  }

  return (
    <>
      {waitingNames && waitingNames.queue.length > 0 ? <WaitingList names={waitingNames} /> : null}
      {items.length === 0 ? (
        <Empty icon="cloud-off" title={t('kept.emptyTitle')} text={t('kept.emptyText')} />
      ) : (
        <>
          <Meter />
          <View role="list" aria-label={t('offline.title')}>
            {items.map(renamed).map((item, at) => (
              <Row
                key={item.typedId}
                type={item.typedId.startsWith('file_') ? 'file' : 'folder'}
                name={item.name}
                tile={item.tile}
                meta={metaOf(item)}
                position={at + 1}
                total={items.length}
                moreLabel={t('row.more', { name: item.name })}
                onOpen={() => void openKept(overlays, item)}
                onMore={() => void remove(item)}
              />
            ))}
          </View>
          <View style={styles.buttons}>
            <TextButton label={t('kept.retry')} disabled={offline?.isBusy} onPress={() => void offline?.refresh()} />
            <TextButton tone="plain" label={t('kept.removeAll')} onPress={() => void removeAll()} />
          </View>
        </>
      )}
    </>
  )

  function metaOf(item: KeptItem): string {
    const { files, leftOut, typedId } = item
    return [
      stateWords(item),
      ...(typedId.startsWith('file_') || files.length === 0 ? [] : [t('kept.files', { n: files.length })]),
      ...(leftOut > 0 ? [t('kept.leftOut', { n: leftOut })] : []),
      ...(files.length > 0 ? [wordSize(formatSize(bytesOf([item])))] : []),
    ].join(' · ')
  }

  function stateWords(item: KeptItem): string {
    const state = stateOf(item)
    if (item.fault) return t(`kept.fault.${item.fault}`)
    if (state === 'waiting') return t(offline?.isBusy ? 'kept.busy' : 'kept.waiting')
    if (state === 'changed') return t('kept.changed')
    const at = Math.max(item.checkedAt, ...item.files.map(({ stored }) => stored?.at ?? 0))
    return t('kept.at', { time: wordAgo(app, at / 1000, t) })
  }
})

/** The room that these files take, and that the phone still grants. */
const Meter = observer(function Meter() {
  const t = useWords<'offline'>()
  const { offline } = useApp().lazy
  if (!offline) return null
  const { free, used } = offline
  const words = [
    t('kept.used', { used: wordSize(formatSize(used)) }),
    ...(free === null ? [] : [t('kept.free', { free: wordSize(formatSize(free)) })]),
  ]
  return (
    <View style={styles.meter}>
      <View style={styles.meterNote}>{words.join(' · ')}</View>
      {free === null ? null : <ProgressBar percent={(100 * used) / Math.max(1, used + free)} label={t('kept.meter')} />}
    </View>
  )
})
