import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { Empty } from '@/components/Empty'
import { Header } from '@/components/Header'
import { Skeleton } from '@/components/Skeleton'
import { useWords } from '@/components/context'
import { useModal } from '@/components/useModal'
import type { Collab } from '@/contract/collabs'
import type { Role } from '@/contract/entities'
import { answerOrNull } from '@/api/ApiFailure'
import { mayQuit, mayRemove, mayReset, rolesToChange, targetOf } from '@/domain/collab/rules'
import { QUIT_BACK_DELAY, ROLE_CHANGE_CLOSE_DELAY } from '@/domain/limits'
import { useApp } from '@/screens/AppContext'
import { wordAgo } from '@/screens/wordAgo'
import type { MemberActs } from '@/stores/people/MemberActs'
import type { MemberList } from '@/stores/people/MemberList'
import type { OverlayStore } from '@/stores/shell/OverlayStore'
import { MemberCard } from './MemberCard'
import { RoleList } from './RoleList'
import { wordWay } from './wordMember'

interface Props {
  /** The key of the entry. */
  entry: string
  list: MemberList
  acts: MemberActs
  overlays: OverlayStore
  onLeave(): void
}

/** One member: who they are, what they may do and why, and what the user may change of that (COLL-01, COLL-03, COLL-04). */
export const MemberPanel = observer(function MemberPanel(props: Props) {
  const { entry, list, overlays } = props
  const t = useWords<'members'>()
  const close = () => void overlays.close('collabRolesDetail')
  const ref = useModal(close)
  const found = useEntry(entry, list)
  const isLoading = found === 'loading' || list.phase === 'loading'
  const collab = found === 'loading' ? undefined : found
  return (
    <View ref={ref} className="members" role="dialog" aria-modal aria-label={t('member.title')}>
      <Header title={collab ? collab.user.name : t('member.title')} onBack={close} />
      {isLoading ? (
        <Skeleton rows={4} />
      ) : collab ? (
        <View className="member-body">
          <MemberCard collab={collab} />
          <Rights {...props} collab={collab} />
        </View>
      ) : (
        <Empty icon="user" title={t('member.gone.title')} text={t('member.gone.text')} />
      )}
    </View>
  )
})

/** As the list has it; one that is not on a page loaded yet is asked for by its id (COLL-09). */
function useEntry(entry: string, list: MemberList): Collab | 'loading' | undefined {
  const { api } = useApp()
  const [fetched, setFetched] = useState<Collab | null | undefined>()
  const listed = list.find(entry)
  const id = Number(/^collab_(\d{1,15})$/.exec(entry)?.[1] ?? 0)
  const isWanted = list.phase === 'ready' && !listed && id > 0
  useEffect(() => {
    if (isWanted)
      void answerOrNull(api.call('GET /apps/collabs/get', { collab_id: id }, { handledCodes: 'all' })).then((answer) =>
        setFetched(answer && answer.collab),
      )
  }, [isWanted, id, api])
  if (listed) return listed
  return isWanted && fetched === undefined ? 'loading' : (fetched ?? undefined)
}

const Rights = observer(function Rights({ collab, list, acts, overlays, onLeave }: Props & { collab: Collab }) {
  const app = useApp()
  const t = useWords<'members'>()
  const { clock } = app.platform
  const viewer = { role: list.role }
  const target = targetOf(collab)
  const role = collab.final_role ?? collab.unaccepted_role
  const offered = rolesToChange(viewer, target)
  const roles = role && !offered.includes(role) ? [role, ...offered] : offered
  const isInvited = collab.invited !== null
  const close = () => overlays.close('collabRolesDetail')
  const later = (delay: number, act: () => void) => void clock.after(delay, act)

  const change = async (wanted: Role) => {
    if (await acts.change(collab, wanted)) later(ROLE_CHANGE_CLOSE_DELAY, () => void close())
  }
  const remove = async () => {
    if (await acts.remove(collab)) await close()
  }
  const quit = async () => {
    if (await acts.quit(collab, list.folder?.name ?? '')) later(QUIT_BACK_DELAY, onLeave)
  }
  const mayTakeBack = mayRemove(viewer, target) && !mayQuit(target)
  const entries: [boolean, string, () => Promise<unknown>][] = [
    [isInvited && mayTakeBack && list.mayInvite, t('member.resend'), () => acts.resend(collab)],
    [isInvited && mayTakeBack, t('member.withdraw'), remove],
    [!isInvited && mayTakeBack, t('member.remove'), remove],
    [
      collab.direct_role === null && !isInvited && role !== 'reset' && mayReset(viewer, target),
      t('member.reset'),
      () => acts.change(collab, 'reset'),
    ],
    [mayQuit(target), t('member.quit'), quit],
  ]
  return (
    <>
      <RoleList
        label={t('member.roles')}
        roles={roles}
        chosen={role}
        disabled={acts.isBusy}
        onChoose={offered.length > 0 ? (wanted) => void change(wanted) : undefined}
      />
      <View className="member-note">{noteOf()}</View>
      {entries.some(([isShown]) => isShown) && (
        <View className="role-list">
          {entries
            .filter(([isShown]) => isShown)
            .map(([, label, act]) => (
              <View
                key={label}
                className={label === t('member.resend') ? 'member-act' : 'member-act member-danger'}
                aria-disabled={acts.isBusy || undefined}
                onClick={() => void act()}
              >
                {label}
              </View>
            ))}
        </View>
      )}
    </>
  )

  function noteOf(): string {
    const { invited, from, is_inherited: isInherited, way } = collab
    if (invited?.is_expired) return t('member.expired')
    if (invited) {
      const ago = wordAgo(app, invited.at, t)
      const { inviter } = invited
      return inviter ? t('member.waiting', { ago, name: inviter.name }) : t('member.waitingPlain', { ago })
    }
    if (isInherited && offered.length > 0)
      return from?.name ? t('member.from', { folder: from.name }) : t('member.inherited')
    return wordWay(way, isInherited, from, t)
  }
})
