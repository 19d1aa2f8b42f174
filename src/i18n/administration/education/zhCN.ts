import type { Overlay } from '../../Phrase'
import type { AdminPhrases } from '../zhCN'

/** The overrides for schools. */
export const education: Overlay<AdminPhrases> = {
  admin: {
    places: {
      departments: '单位',
    },
    refused: {
      text: '需要管理时，请联系学校的所有者。',
    },
    people: {
      columns: {
        departments: '单位',
      },
      filter: {
        department: '单位',
        anyDepartment: '全部单位',
        noDepartment: '没有单位的人',
      },
      form: {
        departments: '单位',
        noDepartments: '还没有单位',
      },
    },
    person: {
      departments: '单位',
    },
    weCom: {
      intro: '从企业微信同步单位和成员；大家用企业微信登录：在电脑上扫码，在企业微信里打开时自动登录。',
      links: '关联已有的账号和单位',
      linksText: '账号与成员的 UserID 相同的，以及同一位置同名的单位；管理员不会被关联',
      callbackText: '填在“接收事件服务器”里；成员和单位变更后，不到一分钟就会同步',
      removeText: '人员和单位都保留，之后由你们自己管理；大家用密码登录。',
    },
    directories: {
      intro: '从 LDAP 或 Active Directory 同步人员和单位，并用那里的密码登录。',
      departments_by: '单位来自',
      departmentsBy: { none: '不同步单位' },
      department_base: '单位所在的位置',
      department_attribute: '单位的属性',
      department_attributeText: '用 / 分隔上下级单位',
      links_existing: '关联已有的人员和单位',
      links_existingText: '账号相同的人、位置和名称相同的单位归目录管理；管理员除外',
      removeText: '人员和单位都保留，之后在这里管理；大家需要新的密码。',
      owned: '目录管理着 {people} 人、{places} 个单位。',
      confirmText: '将停用 {people} 人，移除 {places} 个单位的同步，{left} 人不再属于任何单位。',
      counts: {
        departments_added: '新增单位',
        departments_changed: '修改单位',
        departments_released: '不再同步的单位',
        left_departments: '失去单位的人',
      },
      field: { departments: '单位' },
    },
    signOn: {
      intro: '让大家用学校已有的账号登录：支持 OpenID Connect 的服务，例如 Keycloak、Entra ID。',
      group_claimText: '例如 groups；留空则不处理单位',
      rules: '群组与单位',
      ruleDepartment: '单位',
    },
    import: {
      hintColumns: '第一行写列名，例如 学号、姓名、邮箱、班级、群组。列的顺序不限，不认识的列不用。',
      hintDepartments: '单位写成路径，例如 高一/三班。一人有多个单位时用分号隔开。只有一个最高单位时，路径可以不写它。',
      creates: '新建还没有的单位和群组',
      figures: { places: '新建单位和群组' },
      fields: { departments: '单位', managed: '负责的单位' },
    },
    departments: {
      count: '{n} 个单位',
      add: '新建单位',
      tree: '单位树',
      find: '找单位',
      empty: '还没有单位',
      emptyText: '新建第一个单位，再把人放进去。',
      none: '没有这个名字的单位',
      form: {
        title: '新建单位',
        parent: '上级单位',
        editTitle: '修改单位',
        quotaHint: '留空为学校的默认值',
      },
      sharing: {
        label: '分享单位文件夹',
        text: '谁可以用链接分享单位文件夹本身。里面的文件和文件夹不受影响。',
      },
      before: '排在前面的同级单位',
      mergeText: '成员、文件和下级单位都移过去，然后删除“{name}”。',
      deleteFirst: '先移走或删除下级单位。',
      membersNowhere: '只移出，不进别的单位',
      filesTo: '单位文件',
    },
    overview: {
      usedText: '个人 {own}，单位 {shared}',
      departments: '单位',
      audit: { facts: { departments: '单位', department: '单位', is_manager: '单位管理员' } },
    },
    policies: {
      fields: {
        is_share_link_public_access_disabled: {
          text: '链接只有本校的人能打开，已有的公开链接停用',
        },
        share_with_colleagues_disallowed: {
          label: '禁止分享给师生',
          text: '不能把文件指名分享给本校的人',
        },
        share_default_watermark_content: {
          text: '例如学校名称，留空则没有',
        },
        department_quota_bytes: {
          label: '每个单位的空间',
          text: '没有另设的单位按这个值，留空为不限',
        },
        is_personal_space_closed: {
          text: '只用单位和协作的文件夹',
        },
      },
      access: {
        company: '本校的人',
      },
      reach: {
        departments_over_quota: '{n} 个单位已超过',
      },
      appearance: {
        name: '学校名称',
        wordingText: '全校的默认用词',
      },
    },
    applications: {
      all: '全校成员',
      form: {
        whoAll: '全校成员',
      },
    },
  },
}
