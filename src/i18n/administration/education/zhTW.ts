import type { Overlay } from '../../Phrase'
import type { AdminPhrases } from '../zhCN'

/** The overrides for schools. */
export const education: Overlay<AdminPhrases> = {
  admin: {
    places: {
      departments: '單位',
    },
    refused: {
      text: '需要管理時，請聯絡學校的擁有者。',
    },
    people: {
      columns: {
        departments: '單位',
      },
      filter: {
        department: '單位',
        anyDepartment: '全部單位',
        noDepartment: '沒有單位的人',
      },
      form: {
        departments: '單位',
        noDepartments: '還沒有單位',
      },
    },
    person: {
      departments: '單位',
    },
    weCom: {
      intro: '從企業微信同步單位和成員；大家用企業微信登入：在電腦上掃描 QR 碼，在企業微信裡開啟時自動登入。',
      links: '關聯已有的帳號和單位',
      linksText: '帳號與成員的 UserID 相同的，以及同一位置同名的單位；管理員不會被關聯',
      callbackText: '填在「接收事件伺服器」裡；成員和單位變更後，不到一分鐘就會同步',
      removeText: '人員和單位都保留，之後由你們自己管理；大家用密碼登入。',
    },
    directories: {
      intro: '從 LDAP 或 Active Directory 同步人員和單位，並用那裡的密碼登入。',
      departments_by: '單位來自',
      departmentsBy: { none: '不同步單位' },
      department_base: '單位所在的位置',
      department_attribute: '單位的屬性',
      department_attributeText: '用 / 分隔上下級單位',
      links_existing: '關聯已有的人員和單位',
      links_existingText: '帳號相同的人、位置和名稱相同的單位歸目錄管理；管理員除外',
      removeText: '人員和單位都保留，之後在這裡管理；大家需要新的密碼。',
      owned: '目錄管理著 {people} 人、{places} 個單位。',
      confirmText: '將停用 {people} 人，移除 {places} 個單位的同步，{left} 人不再屬於任何單位。',
      counts: {
        departments_added: '新增單位',
        departments_changed: '修改單位',
        departments_released: '不再同步的單位',
        left_departments: '失去單位的人',
      },
      field: { departments: '單位' },
    },
    signOn: {
      intro: '讓大家用學校已有的帳號登入：支援 OpenID Connect 的服務，例如 Keycloak、Entra ID。',
      group_claimText: '例如 groups；留空則不處理單位',
      rules: '群組與單位',
      ruleDepartment: '單位',
    },
    import: {
      hintColumns: '第一列寫欄名，例如 學號、姓名、電子郵件、班級、群組。欄的順序不限，不認識的欄不用。',
      hintDepartments: '單位寫成路徑，例如 高一/三班。一人有多個單位時用分號隔開。只有一個最高單位時，路徑可以不寫它。',
      creates: '建立還沒有的單位和群組',
      figures: { places: '要建立的單位和群組' },
      fields: { departments: '單位', managed: '負責的單位' },
    },
    departments: {
      count: '{n} 個單位',
      add: '建立單位',
      tree: '單位樹',
      find: '找單位',
      empty: '還沒有單位',
      emptyText: '建立第一個單位，再把人放進去。',
      none: '沒有這個名字的單位',
      form: {
        title: '建立單位',
        parent: '上級單位',
        editTitle: '修改單位',
        quotaHint: '留空為學校的預設值',
      },
      sharing: {
        label: '分享單位資料夾',
        text: '誰可以用連結分享單位資料夾本身。裡面的檔案和資料夾不受影響。',
      },
      before: '排在前面的同級單位',
      mergeText: '成員、檔案和下級單位都移過去，然後刪除“{name}”。',
      deleteFirst: '先移走或刪除下級單位。',
      membersNowhere: '只移出，不進別的單位',
      filesTo: '單位檔案',
    },
    overview: {
      usedText: '個人 {own}，單位 {shared}',
      departments: '單位',
      audit: { facts: { departments: '單位', department: '單位', is_manager: '單位管理員' } },
    },
    policies: {
      fields: {
        is_share_link_public_access_disabled: {
          text: '連結只有本校的人能開啟，已有的公開連結停用',
        },
        share_with_colleagues_disallowed: {
          label: '禁止分享給師生',
          text: '不能把檔案指名分享給本校的人',
        },
        share_default_watermark_content: {
          text: '例如學校名稱，留空則沒有',
        },
        department_quota_bytes: {
          label: '每個單位的空間',
          text: '沒有另設的單位按這個值，留空為不限',
        },
        is_personal_space_closed: {
          text: '只用單位和協作的資料夾',
        },
      },
      access: {
        company: '本校的人',
      },
      reach: {
        departments_over_quota: '{n} 個單位已超過',
      },
      appearance: {
        name: '學校名稱',
        wordingText: '全校的預設用詞',
      },
    },
    applications: {
      all: '全校成員',
      form: {
        whoAll: '全校成員',
      },
    },
  },
}
