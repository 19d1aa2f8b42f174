import { useWords } from '@/components/ui/context'
import type { PersonState } from '@/contract/administration/entities'
import type { AdministratorRole } from '@/contract/administration/role'
import { Mark, type Tone } from '../controls/Marks'

const tones: Record<PersonState, Tone> = { active: 'green', new: 'grey', deactivated: 'red', deleted: 'red' }

export function StateMark({ state }: { state: PersonState }) {
  const t = useWords<'admin'>()
  return <Mark tone={tones[state]}>{t(`admin.people.states.${state}`)}</Mark>
}

export function RoleMark({ role }: { role: AdministratorRole | null }) {
  const t = useWords<'admin'>()
  return role ? <Mark tone="blue">{t(`admin.roles.${role}`)}</Mark> : <>{t('admin.roles.none')}</>
}
