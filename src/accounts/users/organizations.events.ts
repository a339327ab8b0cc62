import { accountData, webhookEventTypes } from '../../platform/webhooks/event-type';

const organizationData = { organization_id: '01a20e51-0000-7000-8000-000000000003' };
const membershipData = { ...accountData, ...organizationData };

export const organizationEvents = webhookEventTypes.define({
  'organization.created': {
    means: {
      en: 'An organization was created.',
      de: 'Eine Organisation wurde angelegt.',
      fr: 'Une organisation a été créée.',
      es: 'Se creó una organización.',
    },
    example: organizationData,
  },
  'organization.updated': {
    means: {
      en: 'An organization was changed.',
      de: 'Eine Organisation wurde geändert.',
      fr: 'Une organisation a été modifiée.',
      es: 'Se modificó una organización.',
    },
    example: { ...organizationData, changed: ['name'] },
  },
  'organization.deleted': {
    means: {
      en: 'An organization was deleted.',
      de: 'Eine Organisation wurde gelöscht.',
      fr: 'Une organisation a été supprimée.',
      es: 'Se eliminó una organización.',
    },
    example: organizationData,
  },
  'membership.created': {
    means: {
      en: 'A user became a member of an organization.',
      de: 'Jemand wurde Mitglied einer Organisation.',
      fr: 'Une personne est devenue membre d’une organisation.',
      es: 'Alguien pasó a ser miembro de una organización.',
    },
    example: { ...membershipData, roles: ['member'] },
  },
  'membership.updated': {
    means: {
      en: 'The roles of a member were changed.',
      de: 'Die Rollen eines Mitglieds wurden geändert.',
      fr: 'Les rôles d’un membre ont été modifiés.',
      es: 'Se cambiaron los roles de un miembro.',
    },
    example: { ...membershipData, roles: ['admin'] },
  },
  'membership.deleted': {
    means: {
      en: 'A member left or was removed.',
      de: 'Ein Mitglied ist ausgetreten oder wurde entfernt.',
      fr: 'Un membre est parti ou a été retiré.',
      es: 'Un miembro salió o fue retirado.',
    },
    example: membershipData,
  },
});
