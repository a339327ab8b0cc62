import { mailTemplates } from '../../platform/email/mail-template';

/** The name of an organization is the text of a person, so the mails have its slug. */
export const organizationMails = mailTemplates.define({
  organization_invitation: {
    hasLink: true,
    hasCode: false,
    hasOrganization: true,
    words: {
      en: {
        title: 'You’re invited to an organization',
        text: (product, _provider, { organization }) => [
          `Someone has invited this address to the organization “${organization}” at ${product}. The page of the link shows who it was.`,
        ],
        action: 'See the invitation',
        notMe: 'If you didn’t expect this, ignore this e-mail. Nothing happens without you.',
      },
      de: {
        title: 'Sie sind in eine Organisation eingeladen',
        text: (product, _provider, { organization }) => [
          `Jemand hat diese Adresse in die Organisation „${organization}“ bei ${product} eingeladen. Die Seite des Links zeigt, wer das war.`,
        ],
        action: 'Einladung ansehen',
        notMe: 'Wenn Sie das nicht erwartet haben, ignorieren Sie diese E-Mail. Ohne Sie geschieht nichts.',
      },
      fr: {
        title: 'Vous avez une invitation à rejoindre une organisation',
        text: (product, _provider, { organization }) => [
          `Cette adresse a été invitée à rejoindre l’organisation « ${organization} » sur ${product}. La page du lien indique par qui.`,
        ],
        action: 'Voir l’invitation',
        notMe: 'Si vous ne vous y attendiez pas, ignorez cet e-mail. Rien ne se passe sans vous.',
      },
      es: {
        title: 'Tiene una invitación a una organización',
        text: (product, _provider, { organization }) => [
          `Se ha invitado a esta dirección a la organización «${organization}» en ${product}. La página del enlace muestra quién lo ha hecho.`,
        ],
        action: 'Ver la invitación',
        notMe: 'Si no esperaba este correo, no tiene que hacer nada. Sin usted no ocurre nada.',
      },
    },
  },
  member_removed: {
    hasLink: false,
    hasCode: false,
    words: {
      en: {
        title: 'You’re no longer a member of an organization',
        text: (product) => [
          `You were removed from an organization at ${product}. Your account stays as it is, and you’re still signed in.`,
        ],
        notMe: 'If you think this is a mistake, contact the owners of the organization.',
      },
      de: {
        title: 'Sie sind nicht mehr Mitglied einer Organisation',
        text: (product) => [
          `Sie wurden bei ${product} aus einer Organisation entfernt. Ihr Konto bleibt, wie es ist, und Sie bleiben angemeldet.`,
        ],
        notMe: 'Wenn Sie das für einen Irrtum halten, wenden Sie sich an die Inhaber der Organisation.',
      },
      fr: {
        title: 'Vous n’êtes plus membre d’une organisation',
        text: (product) => [
          `Vous ne faites plus partie d’une organisation sur ${product}. Votre compte reste inchangé, et vous restez connecté.`,
        ],
        notMe: 'Si vous pensez qu’il s’agit d’une erreur, contactez les propriétaires de l’organisation.',
      },
      es: {
        title: 'Ya no es miembro de una organización',
        text: (product) => [
          `Se le ha retirado de una organización en ${product}. Su cuenta no cambia, y su sesión sigue abierta.`,
        ],
        notMe: 'Si no está de acuerdo, póngase en contacto con los propietarios de la organización.',
      },
    },
  },
});
