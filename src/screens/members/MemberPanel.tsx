import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { Empty } from '@/components/frame/Empty'
import { Header } from '@/components/frame/Header'
import { Skeleton } from '@/components/ui/Skeleton'
import { useWords } from '@/components/ui/context'
import { useModal } from '@/components/sheets/useModal'
import type { Collab } from '@/contract/members'
import type { Role } from '@/contract/entities'
import { answerOrNull } from '@/api/ApiFailure'
import { mayQuit, mayRemove, mayReset, rolesToChange, targetOf } from '@/domain/members/rules'
import { QUIT_BACK_DELAY, ROLE_CHANGE_CLOSE_DELAY } from '@/domain/limits'
import { useApp } from '@/screens/app/AppContext'
import { wordAgo } from '@/screens/app/wording'
import type { MemberActions } from '@/stores/members/MemberActions'
import type { MemberList } from '@/stores/members/MemberList'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { MemberCard } from './MemberCard'
import { RoleList } from './RoleList'
import { useLater } from './useLater'
import { roleIn, wordAccessSource } from './wordMember'

interface Props {
  entry: string
  list: MemberList
  actions: MemberActions
  overlays: OverlayStore
  onLeave(): void
}

/** One member: identity, role and its origin, and the changes open to the user (COLL-01, COLL-03, COLL-04). */
export const MemberPanel = observer(function MemberPanel(props: Props) {
  const { entry, list, overlays } = props
  const t = useWords<'members'>()
  const close = () => void overlays.close('collabRolesDetail')
  const ref = useModal(close)
  const later = useLater()
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
          <MemberCard collab={collab} folderId={list.folderId} />
          <Rights {...props} collab={collab} later={later} />
        </View>
      ) : (
        <Empty icon="user" title={t('member.gone.title')} text={t('member.gone.text')} />
      )}
    </View>
  )
})

/** The entry in the list; one that is not on a loaded page is fetched by its id (COLL-09). */
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

interface RightsProps extends Props {
  collab: Collab
  later: ReturnType<typeof useLater>
}

const Rights = observer(function Rights({ collab, list, actions, overlays, onLeave, later }: RightsProps) {
  const app = useApp()
  const t = useWords<'members'>()
  const viewer = { role: list.role }
  const target = targetOf(collab)
  const role = roleIn(collab)
  const offered = rolesToChange(viewer, target)
  const roles = role && !offered.includes(role) ? [role, ...offered] : offered
  const isInvited = collab.invited !== null
  const otherwise = collab.role_otherwise === 'reset' ? null : collab.role_otherwise
  const close = () => void overlays.close('collabRolesDetail')

  const change = async (wanted: Role) => {
    if (await actions.change(collab, wanted)) later(close, ROLE_CHANGE_CLOSE_DELAY)
  }
  const resend = () => actions.resend(collab)
  const restore = async () => {
    if (await actions.restore(collab)) later(close, ROLE_CHANGE_CLOSE_DELAY)
  }
  const remove = async () => {
    if (await actions.remove(collab)) later(close)
  }
  const quit = async () => {
    if (await actions.quit(collab, list.folder?.name ?? '')) later(onLeave, QUIT_BACK_DELAY)
  }
  const mayTakeBack = mayRemove(viewer, target) && !mayQuit(target)
  const entries: [isShown: boolean, label: string, act: () => Promise<unknown>][] = [
    [isInvited && mayTakeBack && list.mayInvite, t('member.resend'), resend],
    [isInvited && mayTakeBack, t('member.withdraw'), remove],
    // A member with an inherited role stays without the one granted here. Both removals are offered, with their effects (COLL-06).
    [
      !isInvited && mayTakeBack && otherwise !== null,
      otherwise === null ? '' : t('member.restore', { role: t(`role.${otherwise}`) }),
      restore,
    ],
    [!isInvited && mayTakeBack && otherwise === null, t('member.remove'), remove],
    [
      (collab.direct_role === null || otherwise !== null) && !isInvited && role !== 'reset' && mayReset(viewer, target),
      t('member.reset'),
      () => actions.change(collab, 'reset'),
    ],
    [mayQuit(target), t('member.quit'), quit],
  ]
  return (
    <>
      <RoleList
        label={t('member.roles')}
        roles={roles}
        chosen={role}
        disabled={actions.isBusy}
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
                className={act === resend || act === restore ? 'member-act' : 'member-act member-danger'}
                aria-disabled={actions.isBusy || undefined}
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
    return wordAccessSource(way, isInherited, from, t)
  }
})
