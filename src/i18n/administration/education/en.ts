import type { Overlay } from '../../Phrase'
import type { AdminPhrases } from '../zhCN'

/** The overrides for schools. */
export const education: Overlay<AdminPhrases> = {
  admin: {
    places: {
      departments: 'Units',
    },
    refused: {
      text: 'Ask an owner of your school.',
    },
    people: {
      columns: {
        departments: 'Units',
      },
      filter: {
        department: 'Unit',
        anyDepartment: 'Any unit',
        noDepartment: 'Without a unit',
      },
      form: {
        departments: 'Units',
        noDepartments: 'No units yet',
      },
    },
    person: {
      departments: 'Units',
    },
    weCom: {
      intro:
        'Units and members come from WeCom. People sign in with WeCom: by QR code on a computer, by itself inside WeCom.',
      links: 'Link existing accounts and units',
      linksText: 'Accounts whose login is the UserID, and units of the same name and place. Never administrators.',
      callbackText: 'Enter it as the server that receives events; changes of members and units arrive within a minute',
      removeText: 'People and units stay, and you manage them. People sign in with passwords.',
    },
    directories: {
      intro: 'Sync people and units from LDAP or Active Directory, and let people sign in with their password there.',
      departments_by: 'Units from',
      departmentsBy: { none: 'Units are not synced' },
      department_base: 'Place of the units',
      department_attribute: 'Attribute with the unit',
      department_attributeText: 'A slash leads to a unit below',
      links_existing: 'Link people and units that exist',
      links_existingText:
        'Equal logins, and units with the same name and place, belong to the directory. Never administrators.',
      removeText: 'People and units stay, and you manage them here. People will need new passwords.',
      owned: 'The directory manages people: {people}, units: {places}.',
      confirmText:
        'People to deactivate: {people}. Units that leave the sync: {places}. People who lose all units: {left}.',
      counts: {
        departments_added: 'New units',
        departments_changed: 'Changed units',
        departments_released: 'Units that left the sync',
        left_departments: 'Without a unit now',
      },
      field: { departments: 'Units' },
    },
    signOn: {
      intro:
        'People sign in with accounts that your school has already: any OpenID Connect service, such as Keycloak or Entra ID.',
      group_claimText: 'For example groups. Empty: units stay as they are.',
      rules: 'Groups and units',
      ruleDepartment: 'Unit',
    },
    import: {
      hintColumns:
        'The first line has the headings, such as Login, Name, E-mail, Units, Groups. Their order doesn’t matter; unknown columns are ignored.',
      hintDepartments:
        'Write units as paths, such as Year 10/Class 3, with semicolons between several. Leave out the top unit if there is only one.',
      creates: 'Create units and groups that don’t exist',
      figures: { places: 'New units and groups' },
      fields: { departments: 'Units', managed: 'Head of' },
    },
    departments: {
      count: '{n} unit|{n} units',
      add: 'Add unit',
      tree: 'Units',
      find: 'Find a unit',
      empty: 'No units yet',
      emptyText: 'Add the first unit, then put people into it.',
      none: 'No unit has this name',
      form: {
        title: 'Add unit',
        editTitle: 'Edit unit',
      },
      sharing: {
        text: 'Who may share the folder of the unit by a link. Files and folders in it are not affected.',
      },
      mergeText: 'Members, files and units below move there, and “{name}” is deleted.',
      deleteFirst: 'Move or delete the units below first.',
      membersNowhere: 'Only leave this unit',
      filesTo: 'Files of the unit',
    },
    overview: {
      usedText: 'People {own}, units {shared}',
      departments: 'Units',
      audit: { facts: { departments: 'Units', department: 'Unit', is_manager: 'Unit manager' } },
    },
    policies: {
      fields: {
        share_with_colleagues_disallowed: {
          label: 'No sharing with members',
        },
        department_quota_bytes: {
          label: 'Storage per unit',
          text: 'For units without a limit of their own. Empty: unlimited.',
        },
        is_personal_space_closed: {
          text: 'People use only folders of units and collaboration.',
        },
      },
      access: {
        company: 'Our school',
      },
      reach: {
        departments_over_quota: '{n} unit above|{n} units above',
      },
      appearance: {
        name: 'Name of the school',
      },
    },
    applications: {
      all: 'Everybody in the school',
      form: {
        whoAll: 'Everybody in the school',
      },
    },
  },
}
