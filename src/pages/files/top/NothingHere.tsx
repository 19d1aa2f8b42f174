import { observer } from 'mobx-react'
import { Empty } from '@/components/frame/Empty'
import { useWords } from '@/components/ui/context'
import { needLazyWords } from '@/i18n/lazy/load'
import { useApp } from '@/screens/app/AppContext'
import type { ListStore } from '@/stores/items/lists/ListStore'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import '@/theme/lazyIcons.scss'
import './nothing.scss'

needLazyWords()

interface Props {
  list: ListStore
  overlays: OverlayStore
}

/** An empty place, and the action that fills it (LIST-05). Nothing while the first files are uploaded: the tray shows them. */
export default observer(function NothingHere({ list, overlays }: Props) {
  const t = useWords()
  const { uploads } = useApp().lazy
  const { space } = list.at
  const { uploadTarget } = list
  const isFilling = uploads?.entries.some(
    ({ target, upload: { state } }) => target === uploadTarget && (state === 'waiting' || state === 'progress'),
  )
  if (isFilling) return null
  if (space === 'frequent')
    return <Empty icon="star" title={t('empty.frequent.title')} text={t('empty.frequent.text')} />
  if (space === 'trash') return <Empty icon="trash-2" title={t('empty.trash.title')} text={t('empty.trash.text')} />
  if (space === 'collab') return <Empty icon="users" title={t('empty.collab.title')} text={t('empty.collab.text')} />
  if (!list.canUpload) return <Empty icon="file" title={t('empty.list.title')} text={t('empty.list.readOnly')} />
  return (
    <Empty
      icon="plus"
      title={t('empty.list.title')}
      text={t('empty.list.text')}
      action={t('empty.list.action')}
      onAction={() => overlays.show('add')}
    />
  )
})
