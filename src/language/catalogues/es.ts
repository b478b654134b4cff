import type { Catalogue } from './en.js';

/** Terms: cuenta, contraseña, token de acceso, aplicación, correo electrónico. */
export const es: Catalogue = {
  required: 'Este valor es obligatorio.',
  blank: 'Este valor no puede estar vacío.',
  not_text: 'Este valor debe ser texto.',
  not_boolean: 'Este valor debe ser verdadero o falso.',
  too_short:
    'Este valor es demasiado corto. Debe tener al menos {min, plural, one {# carácter} other {# caracteres}}.',
  too_long:
    'Este valor es demasiado largo. Debe tener como máximo {max, plural, one {# carácter} other {# caracteres}}.',
  control_characters: 'Este valor no puede contener caracteres de control.',
  not_unicode: 'Este valor contiene caracteres que no son Unicode válido.',
  not_an_object: 'Este valor debe ser un objeto.',
  email_invalid: 'Este valor no es una dirección de correo electrónico válida.',
  email_taken: 'Ya existe una cuenta con este correo electrónico.',
  password_letter_missing: 'La contraseña debe contener al menos una letra.',
  password_digit_missing: 'La contraseña debe contener al menos un dígito.',
  password_common: 'Esta contraseña es demasiado común. Elija otra, por favor.',
  password_is_email: 'La contraseña no puede ser el correo electrónico.',
  old_password_required: 'Introduzca su contraseña actual para cambiar la contraseña.',
  old_password_wrong: 'La contraseña actual no es correcta.',
  new_password_required: 'Introduzca una contraseña nueva para cambiar la contraseña.',
  language_unknown: 'Este idioma no está disponible.',
  phone_digit_missing: 'El número de teléfono debe contener al menos un dígito.',
  phone_number_invalid: 'Introduzca un número de teléfono de 6 a 15 dígitos.',
  redirect_uri_invalid:
    'Una dirección de redirección debe ser una dirección absoluta sin fragmento y usar https, salvo que lleve a este dispositivo.',
  owner_unknown: 'No existe ninguna cuenta con este correo electrónico.',
  too_many:
    'Esta lista es demasiado larga. Debe tener como máximo {max, plural, one {# elemento} other {# elementos}}.',
  pkce_indispensable: 'Una aplicación pública no puede prescindir de PKCE.',
  client_secret_unavailable: 'Una aplicación pública no tiene secreto de cliente.',
  credentials_wrong: 'El correo electrónico o la contraseña no son correctos.',

  malformed_json: 'El cuerpo de la solicitud no es JSON válido.',
  body_not_object: 'El cuerpo de la solicitud debe ser un objeto JSON.',
  body_too_deep: 'El cuerpo de la solicitud tiene demasiados niveles anidados.',
  body_not_utf8: 'El cuerpo de la solicitud contiene texto con una codificación no válida.',
  bad_request: 'No se ha podido entender la solicitud.',
  token_conflict:
    'Envíe el token de acceso una sola vez: en la cabecera Authorization o como access_token en la dirección.',
  version_unsupported:
    'Esta versión de la API no es compatible. Elija una versión de {oldest} a {newest}.',
  payload_too_large: 'El cuerpo de la solicitud es demasiado grande.',
  unsupported_media_type: 'El cuerpo de la solicitud debe enviarse como application/json.',

  authentication_required: 'Se necesita un token de acceso.',
  invalid_token: 'El token de acceso no es válido.',
  token_expired: 'El token de acceso ha caducado.',
  access_denied: 'No tiene acceso a esta cuenta.',
  own_token_required: 'Para esto se necesita el token propio de una de sus aplicaciones.',
  insufficient_scope: 'El token de acceso no permite esta acción.',
  form_expired: 'Este formulario ya no es válido. Inténtelo de nuevo.',

  not_found: 'No hay nada en esta dirección.',
  account_not_found: 'Esta cuenta no existe.',
  application_not_found: 'Esta aplicación no existe.',
  method_not_allowed: 'Esta dirección no admite este método.',
  rate_limited:
    'Demasiadas solicitudes. Vuelva a intentarlo dentro de {seconds, plural, one {# segundo} other {# segundos}}.',
  overloaded: 'El servicio está muy ocupado en este momento. Vuelva a intentarlo en breve.',
  unavailable: 'El servicio no está disponible en este momento. Vuelva a intentarlo en breve.',
  internal_error:
    'Se ha producido un error por nuestra parte. Mencione {requestId} al comunicarlo.',

  client_unknown: 'La aplicación que le ha enviado aquí no es conocida.',
  redirect_uri_unregistered:
    'La aplicación que le ha enviado aquí pide la respuesta en una dirección que no está registrada para ella.',
  invalid_request:
    'A la solicitud le falta el parámetro {parameter}, o lo repite, o su valor no se puede usar.',
  form_body_required:
    'El cuerpo de la solicitud debe enviarse como application/x-www-form-urlencoded.',
  invalid_client: 'No se ha podido autenticar al cliente.',
  invalid_grant:
    'El código de autorización o el token es desconocido, ha caducado, ya se ha usado o es de otro cliente.',
  unsupported_grant_type:
    'Este tipo de concesión no se admite. Use authorization_code o refresh_token.',
  unsupported_response_type: 'Este tipo de respuesta no se admite. Use code.',
  invalid_scope: 'El alcance es desconocido, está mal escrito o supera lo concedido.',
  pkce_required: 'La solicitud de autorización necesita un code_challenge del método S256.',
  consent_denied: 'La persona no ha dado su consentimiento.',
};
