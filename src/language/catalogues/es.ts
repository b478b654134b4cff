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

  not_found: 'No hay nada en esta dirección.',
  account_not_found: 'Esta cuenta no existe.',
  method_not_allowed: 'Esta dirección no admite este método.',
  rate_limited:
    'Demasiadas solicitudes. Vuelva a intentarlo dentro de {seconds, plural, one {# segundo} other {# segundos}}.',
  overloaded: 'El servicio está muy ocupado en este momento. Vuelva a intentarlo en breve.',
  unavailable: 'El servicio no está disponible en este momento. Vuelva a intentarlo en breve.',
  internal_error:
    'Se ha producido un error por nuestra parte. Mencione {requestId} al comunicarlo.',
};
