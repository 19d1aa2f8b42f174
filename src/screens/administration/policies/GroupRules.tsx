import { observer } from 'mobx-react'
import { useWords } from '@/components/ui/context'
import type { SignOnDraft } from '@/stores/administration/SignOnStore'
import { useConsole } from '../ConsoleContext'
import { Btn } from '../controls/Btn'
import { Choice } from '../controls/Choice'
import { TextInput } from '../controls/Inputs'

type Rules = SignOnDraft['group_rules']

interface Props {
  rules: Rules
  onChange(rules: Rules): void
}

/** Which groups of the provider lead into which departments. */
export const GroupRules = observer(function GroupRules({ rules, onChange }: Props) {
  const { directory } = useConsole()
  const t = useWords<'admin'>()
  const options = directory.nodes.map(({ id, name, depth }) => ({ key: String(id), label: name, depth }))
  const replace = (at: number, changes: Partial<Rules[number]>) =>
    onChange(rules.map((rule, index) => (index === at ? { ...rule, ...changes } : rule)))
  return (
    <div className="sign-on-rules" role="group" aria-label={t('admin.signOn.rules')}>
      <span className="field-label">{t('admin.signOn.rules')}</span>
      {rules.map((rule, at) => (
        // Rules have no id; their place is all that tells two alike ones apart.
        <div key={at} className="sign-on-rule">
          <TextInput
            label={t('admin.signOn.ruleGroup')}
            isLabelHidden
            placeholder={t('admin.signOn.ruleGroup')}
            value={rule.group}
            onChange={(group) => replace(at, { group })}
          />
          <Choice
            label={t('admin.signOn.ruleDepartment')}
            isLabelHidden
            value={String(rule.department_id)}
            options={options}
            onChoose={(id) => replace(at, { department_id: Number(id) })}
          />
          <Btn
            isIcon
            icon="x"
            label={t('admin.signOn.removeRule', { name: rule.group })}
            onPress={() => onChange(rules.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      {options.length > 0 ? (
        <Btn
          tone="weak"
          icon="plus"
          label={t('admin.signOn.addRule')}
          onPress={() => onChange([...rules, { group: '', department_id: Number(options[0]!.key) }])}
        />
      ) : null}
    </div>
  )
})
