import { useWords } from '@/components/ui/context'
import type { ShareLink } from '@/contract/shares/shares'
import { canClose } from '@/domain/shares/linkState'
import { useApp } from '@/screens/app/AppContext'
import type { SharingStore } from '@/stores/administration/SharingStore'
import { Btn } from '../controls/Btn'
import { useLinkActs } from './useLinkActs'

interface Props {
  store: SharingStore
  links: readonly ShareLink[]
  /** Whether the list is that of approvals. */
  isDeciding: boolean
  onDone(): void
}

/** Acts on the selected links. */
export function LinkActs({ store, links, isDeciding, onDone }: Props) {
  const { session } = useApp()
  const t = useWords<'admin'>()
  const acts = useLinkActs(store, onDone)
  const waiting = links.filter((link) => link.may_approve).map(({ id }) => id)
  const closable = links.filter((link) => canClose(link, link.owner.id === session.user?.id)).map(({ id }) => id)
  return (
    <div className="bulk">
      <span role="status">{t('admin.sharing.selected', { n: links.length })}</span>
      {isDeciding && waiting.length > 0 ? (
        <>
          <Btn icon="check" label={t('admin.sharing.approve')} onPress={() => void acts.approve(waiting)} />
          <Btn icon="x" label={t('admin.sharing.refuse')} onPress={() => void acts.refuse(waiting)} />
        </>
      ) : null}
      {closable.length > 0 ? (
        <Btn icon="lock" label={t('admin.sharing.close')} onPress={() => void acts.close(closable)} />
      ) : null}
      <Btn tone="quiet" label={t('admin.people.unselect')} onPress={onDone} />
    </div>
  )
}
