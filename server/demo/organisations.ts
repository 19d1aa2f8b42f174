import type { Updateable } from 'kysely'
import type { Policies } from '@/contract/administration/policies'
import type { Role } from '@/contract/entities'
import type { EnterpriseTable } from '../database/accountTables'
import { type Login, days } from './seeds'

export interface OrganisationSeed {
  name: string
  kind: 'company' | 'school'
  /** Settings that its owner made. */
  policies: Partial<Policies>
  /** Facts that no administrator changes. */
  facts?: Updateable<EnterpriseTable>
  /** The name of a sample that is a small PNG. */
  logo?: string
  /** minutes since the end */
  expiredSince?: number
  /** The part of the logins after the @. */
  domain: string
  /** Names by the part of the login before the @. */
  people: Readonly<Record<string, string>>
  /** The first owner. */
  administrator: string
  /** People with an authenticator, besides a password. */
  secondSteps?: readonly string[]
  departments: readonly DepartmentSeed[]
  groups?: Readonly<Record<string, readonly string[]>>
}

/** Names of departments are unique in the demo world. */
export interface DepartmentSeed {
  name: string
  manager?: string
  members?: readonly string[]
  /** default: editor */
  role?: Role
  below?: readonly DepartmentSeed[]
}

/** bytes */
const GiB = 1024 ** 3

const mingde: OrganisationSeed = {
  name: '明德学校',
  kind: 'school',
  policies: {
    share_link_page_title: '明德学校云盘',
    complaints: true,
    user_quota_bytes: 20 * GiB,
    is_share_management: true,
    share_default_expiring_days: 7,
  },
  logo: 'logo.png',
  domain: 'mingde.demo',
  administrator: 'admin',
  people: {
    admin: '王珂',
    teacher: '陈希',
    student: '林小满',
    liwei: '李蔚',
    zhouhang: '周航',
    sunmin: '孙敏',
    wujing: '吴静',
    zhengkai: '郑凯',
    fengyu: '冯雨',
    hanmei: '韩梅',
    xujia: '徐佳',
    gaoyuan: '高远',
    luoyi: '罗怡',
    songjie: '宋杰',
    tangxin: '唐欣',
    panlei: '潘蕾',
    dongbo: '董博',
    yuanye: '袁野',
    caiwen: '蔡雯',
    jiangtao: '江涛',
    shenqi: '沈琪',
    renhao: '任昊',
  },
  departments: [
    {
      name: '明德学校',
      below: [
        {
          name: '教务处',
          manager: 'jiangtao',
          below: [
            {
              name: '招生办公室',
              manager: 'admin',
              members: [
                'teacher',
                'liwei',
                'sunmin',
                'wujing',
                'zhengkai',
                'fengyu',
                'hanmei',
                'xujia',
                'gaoyuan',
                'luoyi',
                'songjie',
                'tangxin',
                'panlei',
                'dongbo',
                'yuanye',
                'caiwen',
                'renhao',
              ],
            },
            { name: '考务中心', manager: 'liwei', members: ['shenqi'] },
            { name: '教学研究室', members: ['gaoyuan', 'luoyi'] },
          ],
        },
        {
          name: '学生处',
          manager: 'zhouhang',
          below: [
            { name: '团委', members: ['teacher', 'zhouhang'] },
            { name: '心理健康中心', members: ['panlei'] },
          ],
        },
        {
          name: '高中部',
          below: [
            { name: '高一年级组', members: ['tangxin'] },
            { name: '高二年级组', members: ['yuanye'] },
            { name: '高三年级组', members: ['student'], role: 'viewer' },
          ],
        },
        { name: '信息中心', manager: 'renhao', members: ['caiwen'] },
      ],
    },
  ],
  groups: { 宣讲团: ['teacher', 'sunmin', 'wujing', 'zhengkai'], 学生志愿者: ['student', 'zhouhang'] },
}

const yunzhou: OrganisationSeed = {
  name: '云舟科技',
  kind: 'company',
  policies: {
    virus_scan: true,
    complaints: true,
    user_quota_bytes: 50 * GiB,
    is_share_force_passwd_switch: false,
  },
  facts: { is_from_wechat_enterprise: true, wechat_type: 'wecom' },
  domain: 'yunzhou.demo',
  administrator: 'admin',
  people: {
    admin: '赵敏',
    coowner: '钱程',
    editor: '孙悦',
    viewer_uploader: '李想',
    viewer: '周舟',
    previewer_uploader: '吴桐',
    previewer: '郑好',
    uploader: '冯晓',
    reset: '褚宁',
    hejun: '何俊',
    yangfan: '杨帆',
    xuelin: '薛琳',
  },
  departments: [
    {
      name: '云舟科技',
      below: [
        {
          name: '产品设计部',
          manager: 'coowner',
          members: ['editor', 'viewer_uploader'],
          below: [
            { name: '交互设计组', members: ['editor'] },
            { name: '视觉设计组', members: ['xuelin'] },
          ],
        },
        {
          name: '研发中心',
          manager: 'hejun',
          members: ['viewer', 'previewer_uploader', 'previewer'],
          below: [
            { name: '客户端组', members: ['viewer'] },
            { name: '服务端组', members: ['previewer'] },
          ],
        },
        { name: '市场部', manager: 'yangfan', members: ['uploader', 'reset'] },
        { name: '人事行政部', members: ['xuelin'] },
      ],
    },
  ],
  groups: { 发布小组: ['coowner', 'editor', 'hejun'] },
}

const personal: OrganisationSeed = {
  name: '何小北',
  kind: 'company',
  policies: { user_quota_bytes: 5 * GiB, is_share_force_passwd_switch: false },
  facts: { is_personal: true, owner_id: null },
  domain: 'personal.demo',
  administrator: 'solo',
  people: { solo: '何小北' },
  departments: [],
}

const closed: OrganisationSeed = {
  name: '海岳设计院',
  kind: 'company',
  policies: {
    is_personal_space_closed: true,
    share_with_colleagues_disallowed: true,
    is_share_management: true,
    is_share_link_download_disabled: true,
    is_share_forward_disabled: true,
  },
  domain: 'closed.demo',
  administrator: 'office',
  people: { office: '院办', member: '顾言' },
  departments: [{ name: '海岳设计院', members: ['member'], below: [{ name: '建筑一所', members: ['member'] }] }],
}

const expired: OrganisationSeed = {
  name: '旧港物流',
  kind: 'company',
  policies: { user_quota_bytes: 10 * GiB },
  expiredSince: days(12),
  domain: 'expired.demo',
  administrator: 'office',
  people: { office: '综合部', member: '严朗' },
  departments: [{ name: '旧港物流', members: ['member'] }],
}

const secure: OrganisationSeed = {
  name: '安衡金融',
  kind: 'company',
  policies: {
    second_step_for: 'everybody',
    virus_scan: true,
    data_leak_prevention: true,
    hide_share_link_download: true,
    complaints: true,
    collaborative_document: true,
    wps_preview: true,
    default_expiring_interval_days: 7,
    is_share_management: true,
    is_share_link_public_access_disabled: true,
    is_share_link_download_disabled: true,
    is_share_force_passwd_switch: true,
    is_share_force_op_limit_switch: true,
    share_max_preview_limit: 50,
    share_max_download_limit: 5,
    share_default_preview_limit: 20,
    share_default_download_limit: 2,
    share_default_access: 'company',
    is_share_default_download_disabled: true,
    share_default_expiring_days: 3,
    is_share_force_watermark_switch: true,
    share_default_watermark_content: '安衡金融 内部资料',
    is_share_forward_disabled: true,
    is_share_approval_required: true,
    is_share_shown_before_password: true,
  },
  facts: { file_manager: true },
  domain: 'secure.demo',
  administrator: 'office',
  people: { office: '信息安全部', member: '苏衡' },
  secondSteps: ['office', 'member'],
  departments: [{ name: '安衡金融', members: ['member'], below: [{ name: '风险管理部', members: ['member'] }] }],
}

const newcomers: OrganisationSeed = {
  name: '新芽工作室',
  kind: 'company',
  policies: { is_h5_show_user_guide: true, user_quota_bytes: 10 * GiB },
  facts: { is_from_wechat_enterprise: true, wechat_type: 'wecom' },
  domain: 'xinya.demo',
  administrator: 'office',
  people: { office: '工作室', newcomer: '叶知秋' },
  departments: [{ name: '新芽工作室', members: ['newcomer'] }],
}

export const organisations: readonly OrganisationSeed[] = [
  mingde,
  yunzhou,
  personal,
  closed,
  expired,
  secure,
  newcomers,
]

export function loginOf({ domain }: OrganisationSeed, person: string): Login {
  return `${person}@${domain}`
}
