import { observer } from 'mobx-react'
import { Icon } from '@/components/ui/Icon'
import { useWords } from '@/components/ui/context'
import type { Words } from '@/i18n/words'
import type { PolicyStore } from '@/stores/administration/PolicyStore'
import { size } from '../controls/Marks'
import { policySections, type PolicyField } from './fields'

const fields = Object.values(policySections).flat()

/** What saving changes, and how much it concerns. */
export const ChangeList = observer(function ChangeList({ store }: { store: PolicyStore }) {
  const t = useWords<'admin'>()
  const changed = fields.filter(({ name }) => store.changed.includes(name))
  return (
    <aside className="form-card changes" aria-label={t('admin.policies.after')}>
      <h2>{t('admin.policies.after')}</h2>
      {changed.length === 0 ? <p className="quiet">{t('admin.policies.afterNone')}</p> : null}
      {changed.map((field) => {
        const n = field.reach && store.reach?.[field.reach]
        return (
          <div key={field.name} className="change">
            <Icon name={n ? 'triangle-alert' : 'info'} size={18} />
            <div>
              {t(`admin.policies.fields.${field.name}.label`)}
              <small>
                {t('admin.policies.from', {
                  from: valueOf(field, store.saved.value?.policies[field.name], t),
                  to: valueOf(field, store.policies?.[field.name], t),
                })}
              </small>
              {field.reach && n ? <small>{t(`admin.policies.reach.${field.reach}`, { n })}</small> : null}
            </div>
          </div>
        )
      })}
    </aside>
  )
})

/** A value in words. */
export function valueOf({ kind }: PolicyField, value: unknown, t: Words<'admin'>): string {
  if (value === null || value === undefined || value === '') return t('admin.policies.empty')
  switch (kind) {
    case 'switch':
      return t(value === true ? 'admin.policies.on' : 'admin.policies.off')
    case 'access':
      return t(`admin.policies.access.${value as 'public' | 'company'}`)
    case 'step':
      return t(`admin.policies.step.${value as 'nobody' | 'administrators' | 'everybody'}`)
    case 'leavers':
      return t(`admin.policies.leavers.${value as 'keep' | 'close'}`)
    case 'bytes':
      return size(Number(value))
    case 'days':
      return `${Number(value)} ${t('admin.policies.days')}`
    default:
      return String(value as string | number)
  }
}
