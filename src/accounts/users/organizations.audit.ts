import { asked, auditActions, events, rejected } from '../../platform/audit/action';
import { organizationEvents } from './organizations.events';

export const organizationActions = auditActions.define({
  organization_created: {
    label: {
      en: 'Organization created',
      de: 'Organisation angelegt',
      fr: 'Organisation créée',
      es: 'Organización creada',
    },
    means: 'An organization was created.',
    event: events(organizationEvents['organization.created']),
  },
  organization_updated: {
    label: {
      en: 'Organization changed',
      de: 'Organisation geändert',
      fr: 'Organisation modifiée',
      es: 'Organización modificada',
    },
    means: 'An organization was changed, disabled or enabled: `fields` names it.',
    event: events(organizationEvents['organization.updated']),
  },
  organization_deleted: {
    label: {
      en: 'Organization deleted',
      de: 'Organisation gelöscht',
      fr: 'Organisation supprimée',
      es: 'Organización eliminada',
    },
    means: 'An organization was deleted, or went with the account of its only member.',
    event: events(organizationEvents['organization.deleted']),
  },
  member_added: {
    label: {
      en: 'Became a member of an organization',
      de: 'Mitglied einer Organisation geworden',
      fr: 'Devenu membre d’une organisation',
      es: 'Pasó a ser miembro de una organización',
    },
    means: 'The user became a member of an organization: by an invitation, if there is an `invitationId`.',
    event: events(organizationEvents['membership.created']),
  },
  member_invited: {
    label: {
      en: 'Address invited to an organization',
      de: 'In eine Organisation eingeladen',
      fr: 'Adresse invitée dans une organisation',
      es: 'Dirección invitada a una organización',
    },
    means: 'An address was invited to an organization.',
    event: asked,
  },
  invitation_withdrawn: {
    label: {
      en: 'Invitation to an organization withdrawn',
      de: 'Einladung in eine Organisation zurückgezogen',
      fr: 'Invitation dans une organisation retirée',
      es: 'Invitación a una organización retirada',
    },
    means: 'An invitation to an organization was withdrawn.',
    event: asked,
  },
  invitation_rejected: {
    label: {
      en: 'Invitation to an organization rejected',
      de: 'Einladung in eine Organisation abgelehnt',
      fr: 'Invitation dans une organisation rejetée',
      es: 'Invitación a una organización rechazada',
    },
    means: 'The link of an invitation to an organization was rejected.',
    event: rejected,
  },
  member_changed: {
    label: {
      en: 'Roles in an organization changed',
      de: 'Rollen in einer Organisation geändert',
      fr: 'Rôles dans une organisation modifiés',
      es: 'Roles en una organización modificados',
    },
    means: 'The roles of the user in an organization were changed.',
    event: events(organizationEvents['membership.updated']),
  },
  member_removed: {
    label: {
      en: 'Left or removed from an organization',
      de: 'Aus einer Organisation ausgetreten oder entfernt',
      fr: 'Parti ou retiré d’une organisation',
      es: 'Salió o fue retirado de una organización',
    },
    means: 'The user left an organization, or was removed from it.',
    event: events(organizationEvents['membership.deleted']),
  },
});
